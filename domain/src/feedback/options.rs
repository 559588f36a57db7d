//! The answers to choose from (2 §9).

macro_rules! options {
    ($($(#[$doc:meta])* $kind:ident { $($name:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names are the texts of the specification")]
        pub enum $kind { $($name),+ }

        impl $kind {
            /// Every answer, in the order of the form.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The answer's text on screens, in the API and in the database.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            /// The answer with this text; neither case nor white space around it matters.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|option| option.name().eq_ignore_ascii_case(text.trim()))
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    )+};
}

options! {
    /// How the process was.
    Experience { Excellent = "Excellent", Good = "Good", Fair = "Fair", Poor = "Poor" }

    /// Whether the requester would recommend the platform to others.
    Recommendation {
        Definitely = "Definitely",
        Probably = "Probably",
        Maybe = "Maybe",
        ProbablyNot = "Probably not",
        DefinitelyNot = "Definitely not",
    }

    /// Whether expectations were met.
    Expectations {
        Exceeded = "Exceeded",
        Met = "Met",
        PartiallyMet = "Partially met",
        DidNotMeet = "Did not meet expectations",
    }

    /// Whether the requester would come back.
    ComeBack { Yes = "Yes", No = "No" }
}
