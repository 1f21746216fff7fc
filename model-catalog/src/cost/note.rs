//! Remarks on a cost that its figures do not show.

use vocabulary::keyed;

macro_rules! notes {
    ($( $variant:ident = $key:literal, $text:literal; )*) => {
        keyed! {
            /// A remark on a cost that its figures do not show.
            pub enum CostNote: "cost note" { $( #[doc = $text] $variant = $key, )* }
        }

        impl CostNote {
            /// Returns the note as a sentence.
            pub const fn text(self) -> &'static str {
                match self { $( Self::$variant => $text, )* }
            }

            /// Whether the note is about fees and not about tokens.
            pub(crate) const fn is_about_fees(self) -> bool {
                matches!(self, Self::RequestFee | Self::SearchFee)
            }
        }
    };
}

notes! {
    StandardRate = "standard_rate", "Items without a rate in the service tier are billed at the standard rate.";
    RequestFee = "request_fee", "The model has a fee per request, and the usage does not state the number of requests.";
    SearchFee = "search_fee", "The model searches on every call for a fee, and the usage does not state the number of searches.";
    UndatedPrice = "undated_price", "The call is from before the snapshot date, and a price without a date is assumed to have always applied.";
}
