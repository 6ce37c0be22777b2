//! Keys, from the bytes that a terminal sends.

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Letter(char),
    Enter,
    Escape,
    Backspace,
    Tab,
    BackTab,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    /// The end of input, Ctrl-D.
    End,
    /// Ctrl-L.
    Redraw,
    /// A key without a meaning here.
    Other,
}

/// The first key of some bytes, and how many of them it takes; none when the rest of it is still to
/// come. `is_all` says that nothing comes any more, so that an escape byte alone is the key of that
/// name.
pub fn decode(bytes: &[u8], is_all: bool) -> Option<(Key, usize)> {
    let (&first, rest) = bytes.split_first()?;
    match first {
        b'\x1b' => escape(rest, is_all).map(|(key, length)| (key, length + 1)),
        b'\r' | b'\n' => Some((Key::Enter, 1)),
        b'\t' => Some((Key::Tab, 1)),
        b'\x08' | b'\x7f' => Some((Key::Backspace, 1)),
        b'\x04' => Some((Key::End, 1)),
        b'\x0c' => Some((Key::Redraw, 1)),
        b' '..=b'~' => Some((Key::Letter(first.into()), 1)),
        _ => letter(bytes, is_all),
    }
}

/// What follows an escape byte.
fn escape(rest: &[u8], is_all: bool) -> Option<(Key, usize)> {
    match rest {
        [] if is_all => Some((Key::Escape, 0)),
        [] => None,
        [b'[', parameters @ ..] => {
            let Some(length) = parameters.iter().position(|byte| (b'@'..=b'~').contains(byte)) else {
                return is_all.then_some((Key::Other, rest.len()));
            };
            Some((named(&parameters[..length], parameters[length]), length + 2))
        }
        [b'O', last, ..] => Some((named(&[], *last), 2)),
        [b'O'] if !is_all => None,
        // Whatever was pressed soon after it.
        _ => Some((Key::Escape, 0)),
    }
}

fn named(parameters: &[u8], last: u8) -> Key {
    match (parameters, last) {
        (_, b'A') => Key::Up,
        (_, b'B') => Key::Down,
        (_, b'C') => Key::Right,
        (_, b'D') => Key::Left,
        (_, b'Z') => Key::BackTab,
        (_, b'M') => Key::Enter,
        (b"5", b'~') => Key::PageUp,
        (b"6", b'~') => Key::PageDown,
        _ => Key::Other,
    }
}

/// A letter of several bytes, or a control byte.
fn letter(bytes: &[u8], is_all: bool) -> Option<(Key, usize)> {
    let length = match bytes[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Some((Key::Other, 1)),
    };
    let Some(whole) = bytes.get(..length) else { return is_all.then_some((Key::Other, bytes.len())) };
    let letter = std::str::from_utf8(whole).ok().and_then(|text| text.chars().next());
    Some(letter.map_or((Key::Other, 1), |letter| (Key::Letter(letter), length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(mut bytes: &[u8]) -> Vec<Key> {
        let mut keys = Vec::new();
        while let Some((key, length)) = decode(bytes, true) {
            keys.push(key);
            bytes = &bytes[length..];
        }
        assert!(bytes.is_empty());
        keys
    }

    #[test]
    fn keys_of_terminals() {
        use Key::{
            BackTab, Backspace, Down, End, Enter, Escape, Left, Letter, Other, PageDown, PageUp, Redraw, Right, Tab, Up,
        };
        assert_eq!(keys(b"a\x1b[A\x1bOB\x1b[1;5C\r"), [Letter('a'), Up, Down, Right, Enter]);
        assert_eq!(keys(b"\x1b\x1b[D\t\x1b[Z\x7f"), [Escape, Left, Tab, BackTab, Backspace]);
        assert_eq!(keys("ä\u{1f600}".as_bytes()), [Letter('ä'), Letter('\u{1f600}')]);
        assert_eq!(
            keys(b"\x1b[5~\x1b[6~\x1b[15~\x1bx\x01\x04\x0c"),
            [PageUp, PageDown, Other, Escape, Letter('x'), Other, End, Redraw]
        );
    }

    #[test]
    fn the_rest_of_a_key_is_waited_for() {
        for part in [&b""[..], b"\x1b", b"\x1b[", b"\x1b[1;", b"\x1bO", "ä".as_bytes().split_at(1).0] {
            assert_eq!(decode(part, false), None, "{part:?}");
        }
        assert_eq!(decode(b"\x1b", true), Some((Key::Escape, 1)));
    }

    /// Whatever comes, each key takes some bytes and no more than there are.
    #[test]
    fn any_bytes_are_keys() {
        let mut random = saltus::random::Random::new(1);
        for _ in 0..20_000 {
            let length = random.number() % 8 + 1;
            let byte = |random: &mut saltus::random::Random| {
                let usual = *b"\x1b[OA;5~\xc3";
                let number = random.number() as usize;
                if number.is_multiple_of(2) { usual[number / 2 % usual.len()] } else { (number / 2) as u8 }
            };
            let bytes: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
            let (_, taken) = decode(&bytes, true).expect("a key");
            assert!((1..=bytes.len()).contains(&taken), "{bytes:?}");
            if let Some(early) = decode(&bytes, false) {
                assert_eq!(Some(early), decode(&bytes, true), "{bytes:?}");
            }
        }
    }
}
