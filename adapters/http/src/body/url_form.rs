//! Reads a form in the encoding of addresses, as OpenID Connect providers send it.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;
use validator::Validate;

use super::incoming::{CompleteBody, Media, read};
use super::{Reading, pairs_of, read_pairs};
use crate::problem::Problem;

/// Maximum size in bytes of such a form.
const MAX_URL_FORM: usize = 32 * 1024;

/// A validated form (`application/x-www-form-urlencoded`) of at most [`MAX_URL_FORM`] bytes.
pub(crate) struct UrlForm<T>(pub T);

impl<T: DeserializeOwned + Validate> FromRequest for UrlForm<T> {
    type Error = Problem;
    type Future = Reading<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let CompleteBody {
                bytes,
                reservation: _,
            } = read(&request, payload, Media::UrlForm, MAX_URL_FORM).await?;
            parse(&bytes).map(UrlForm)
        })
    }
}

fn parse<T: DeserializeOwned + Validate>(bytes: &[u8]) -> Result<T, Problem> {
    let pairs = std::str::from_utf8(bytes)
        .ok()
        .and_then(pairs_of)
        .ok_or_else(|| {
            Problem::fields([(String::new(), "The form is not valid text in UTF-8.".to_owned())])
        })?;
    read_pairs(pairs)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, Validate)]
    struct Sample {
        #[validate(length(max = 5, message = "Too long."))]
        token: String,
    }

    fn refusal(form: &[u8]) -> String {
        format!("{:?}", parse::<Sample>(form).err().unwrap())
    }

    #[test]
    fn fields_are_decoded_and_unknown_ones_are_ignored() {
        let read = |form: &[u8]| parse::<Sample>(form).unwrap().token;
        assert_eq!(read(b"token=a%2Bb+c"), "a+b c");
        assert_eq!(read(b"other=1&token=123"), "123");
        assert_eq!(read(b"token="), "");
    }

    #[test]
    fn invalid_forms_are_rejected_at_their_field() {
        assert!(refusal(b"").contains(r#""token""#));
        assert!(refusal(b"token=abcdef").contains("Too long."));
        assert!(refusal(b"token=a&token=b").contains(r#""token""#));
        assert!(refusal(b"token=%00").contains("control characters"));
        for form in [b"token=\xff".as_slice(), b"token=%ff"] {
            assert!(refusal(form).contains("UTF-8"));
        }
    }
}
