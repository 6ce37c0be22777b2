//! `saltus survey`.

use std::io::{self, Write};

use saltus::limits::Bytes;
use saltus::notation;

use crate::args::{Format, Puzzle};
use crate::commands::{stopped, write_facts};
use crate::exit::Code;
use crate::record::Record;
use crate::{Session, batch};

/// Memory above which the estimate is told first.
const WORTH_A_WORD: u64 = 1 << 24;

pub fn run(session: &mut Session, puzzle: &Puzzle) -> io::Result<Code> {
    batch::each(session, puzzle, |session, subject| {
        if let Some(bytes) = subject.survey_bytes().filter(|&bytes| bytes >= WORTH_A_WORD) {
            session.remark(format_args!("{subject}: this needs about {} of memory", Bytes(bytes)));
        }
        let survey = subject.survey(&session.limits());
        session.clear_progress();
        let survey = match survey {
            Ok(survey) => survey,
            Err(stop) => return stopped(session, subject, stop),
        };
        let timing = session.timing();
        let distribution = survey.distribution.iter().enumerate();
        let pairs = distribution.map(|(distance, count)| (distance.to_string(), count.to_string()));
        if session.format() == Format::Json {
            let mut record = Record::new(&mut session.out)?;
            record.text("puzzle", &subject.to_string())?;
            record.text("status", "surveyed")?;
            record.object("distribution", pairs)?;
            for fact in &survey.facts {
                match notation::number(&fact.text) {
                    Some(number) => record.number(&fact.topic, number)?,
                    None => record.text(&fact.topic, &fact.text)?,
                }
            }
            if let Some(seconds) = timing {
                record.number("seconds", format_args!("{seconds:.6}"))?;
            }
            record.finish()?;
        } else {
            writeln!(session.out, "{subject}")?;
            write_facts(&mut session.out, &survey.facts)?;
            writeln!(session.out, "  distance  positions")?;
            for (distance, count) in pairs {
                writeln!(session.out, "  {distance:>8}  {count}")?;
            }
            if let Some(seconds) = timing {
                writeln!(session.out, "  time: {seconds:.3} s")?;
            }
        }
        Ok(Code::OK)
    })
}
