//! The one error of this crate: what is wrong, where, and what to do about it.

use std::ops::Range;

use rivals_core::values::Invalid;

/// Why an input was refused, or a file could not be read or written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// The case, for callers that tell one from another.
    pub kind: ErrorKind,
    /// The field that is wrong, of an input that has fields; else empty.
    pub field: String,
    /// What is wrong, and in which file and line.
    pub message: String,
    /// What to do instead.
    pub help: String,
    /// The place in a text that is wrong.
    pub place: Option<Box<Place>>,
}

/// The cases of [`Error`] that callers treat differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An input was refused: settings, the text of a file, or a folder with other contents.
    Refused,
    /// A file or a folder could not be read or written.
    Files,
    /// A journal is damaged, or cannot be read, locked or written.
    Journal,
    /// A journal of another build, or of something else than tournaments.
    Foreign,
    /// The journal of another tournament.
    OtherTournament {
        /// What changed, from the journal to the tournament to play.
        changes: Vec<String>,
        /// Whether nothing but the number of games changed, and it grew.
        only_more_games: bool,
    },
}

/// The part of a text that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the text.
    pub name: String,
    /// The text.
    pub text: String,
    /// The wrong part of it, in bytes.
    pub span: Range<usize>,
}

impl Error {
    /// The error of this kind.
    pub(crate) fn new(
        kind: ErrorKind,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let (message, help) = (message.into(), help.into());
        Self { kind, field: String::new(), message, help, place: None }
    }

    /// The error for an input that cannot be used.
    pub fn refused(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(ErrorKind::Refused, message, help)
    }
}

impl From<Invalid> for Error {
    fn from(Invalid { field, message, help }: Invalid) -> Self {
        Self { field, ..Self::refused(message, help) }
    }
}

#[cfg(feature = "miette")]
mod diagnostic {
    use std::fmt::Display;

    use miette::{
        Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
        SpanContents,
    };

    use super::{Error, Place};

    impl Diagnostic for Error {
        fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
            Some(Box::new(&self.help))
        }

        fn source_code(&self) -> Option<&dyn SourceCode> {
            self.place.as_deref().map(|place| place as &dyn SourceCode)
        }

        fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
            let span = SourceSpan::from(self.place.as_ref()?.span.clone());
            let label = LabeledSpan::new_with_span(Some("here".to_owned()), span);
            Some(Box::new(std::iter::once(label)))
        }
    }

    impl SourceCode for Place {
        fn read_span<'a>(
            &'a self,
            span: &SourceSpan,
            before: usize,
            after: usize,
        ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
            let read = self.text.read_span(span, before, after)?;
            Ok(Box::new(MietteSpanContents::new_named(
                self.name.clone(),
                read.data(),
                *read.span(),
                read.line(),
                read.column(),
                read.line_count(),
            )))
        }
    }
}
