//! The options of the feedback form (2 §9).

macro_rules! options {
    ($($(#[$doc:meta])* $kind:ident { $($name:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names are the texts of the specification")]
        pub enum $kind { $($name),+ }

        impl $kind {
            /// All options, in the order of the form.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The texts of all options, in the order of the form.
            pub const NAMES: &[&str] = &[$($text),+];

            /// The text of the option on screens, in the API and in the database.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            /// Parses the text of an option. Ignores case and surrounding white space.
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
    /// The rating of the process.
    Experience { Excellent = "Excellent", Good = "Good", Fair = "Fair", Poor = "Poor" }

    /// The answer to "Would you recommend the platform to others?".
    Recommendation {
        Definitely = "Definitely",
        Probably = "Probably",
        Maybe = "Maybe",
        ProbablyNot = "Probably not",
        DefinitelyNot = "Definitely not",
    }

    /// The answer to "Were your expectations met?".
    Expectations {
        Exceeded = "Exceeded",
        Met = "Met",
        PartiallyMet = "Partially met",
        DidNotMeet = "Did not meet expectations",
    }

    /// The answer to "Would you come back?".
    ComeBack { Yes = "Yes", No = "No" }
}
