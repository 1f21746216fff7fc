//! What is to be said about a cost besides its figures.

use vocabulary::keyed;

macro_rules! notes {
    ($( $variant:ident = $key:literal, $text:literal; )*) => {
        keyed! {
            /// What is to be said about a cost besides its figures.
            pub enum CostNote: "cost note" { $( #[doc = $text] $variant = $key, )* }
        }

        impl CostNote {
            /// The note in a sentence.
            pub const fn text(self) -> &'static str {
                match self { $( Self::$variant => $text, )* }
            }

            /// Whether it is about what is billed beside the tokens.
            pub(crate) const fn is_of_fees(self) -> bool {
                matches!(self, Self::RequestFee | Self::SearchFee)
            }
        }
    };
}

notes! {
    StandardRate = "standard_rate", "Items that have no rate in the service tier are billed at the standard rate.";
    RequestFee = "request_fee", "The model has a fee per request, and the usage does not say how many there were.";
    SearchFee = "search_fee", "The model has a fee per search and searches for every call, and the usage does not say how often.";
    UndatedPrice = "undated_price", "The call lies before the day of the catalog, and a price without a date is taken to have held since ever.";
}
