use super::Statement;

pub(super) const ALL: &[Statement] = &[];
