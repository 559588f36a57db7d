//! Images: decoded once, to see that they are whole.

use std::io::Cursor;

use aditus_domain::requests::{ContentFault, FileType, MAX_PIXELS};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

/// The most bytes that a decoded image may take: 8 for each pixel.
const MOST_BYTES: u64 = MAX_PIXELS * 8;

/// What is wrong with an image, if anything. Its size is known before its pixels are decoded; of moving pictures the first is looked
/// at.
pub(super) fn fault(bytes: &[u8], file_type: FileType) -> Option<ContentFault> {
    let format = match file_type {
        FileType::Pdf => return None,
        FileType::Png => ImageFormat::Png,
        FileType::Jpeg => ImageFormat::Jpeg,
        FileType::Gif => ImageFormat::Gif,
    };
    if format == ImageFormat::Jpeg && !has_end(bytes) {
        return Some(ContentFault::Damaged);
    }
    decode(bytes, format).err()
}

/// Cameras write what they like behind the end of a JPEG, within these bytes.
const BEHIND_THE_END: usize = 64 * 1024;

/// Whether a JPEG has its end. Its decoder makes up what is missing, as viewers do.
fn has_end(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(BEHIND_THE_END)..];
    tail.windows(2).any(|pair| pair == b"\xff\xd9")
}

fn decode(bytes: &[u8], format: ImageFormat) -> Result<(), ContentFault> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| fault_of(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MOST_BYTES {
        return Err(ContentFault::TooManyPixels);
    }
    DynamicImage::from_decoder(decoder)
        .map(drop)
        .map_err(|error| fault_of(&error))
}

fn fault_of(error: &ImageError) -> ContentFault {
    match error {
        ImageError::Limits(_) => ContentFault::TooManyPixels,
        _ => ContentFault::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let low = |number: u32| number.to_le_bytes()[0];
        let picture = RgbImage::from_fn(64, 48, |x, y| image::Rgb([low(x * 3), low(y * 5), low(x * y)]));
        DynamicImage::from(picture).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    const TYPES: [(ImageFormat, FileType); 3] = [
        (ImageFormat::Png, FileType::Png),
        (ImageFormat::Jpeg, FileType::Jpeg),
        (ImageFormat::Gif, FileType::Gif),
    ];

    #[test]
    fn a_whole_image_is_sound() {
        for (format, file_type) in TYPES {
            assert_eq!(fault(&encoded(format), file_type), None, "{format:?}");
        }
    }

    #[test]
    fn half_an_image_is_damaged() {
        for (format, file_type) in TYPES {
            let bytes = encoded(format);
            let half = &bytes[..bytes.len() / 2];
            assert_eq!(fault(half, file_type), Some(ContentFault::Damaged), "{format:?}");
        }
    }

    /// A PNG of 132 bytes, with right sums, that claims this size.
    fn claims(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = encoded(ImageFormat::Png);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let sum = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        bytes
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                if sum & 1 == 1 {
                    sum >> 1 ^ 0xEDB8_8320
                } else {
                    sum >> 1
                }
            })
        })
    }

    #[test]
    fn pixels_are_counted_before_they_are_decoded() {
        assert_eq!(fault(&claims(64, 48), FileType::Png), None);
        for (width, height) in [
            (5001, 5000),
            (60_000, 60_000),
            (u32::MAX >> 1, 1),
            (25_000_001, 1),
        ] {
            assert_eq!(
                fault(&claims(width, height), FileType::Png),
                Some(ContentFault::TooManyPixels),
                "{width} x {height}"
            );
        }
    }
}
