//! Images: decoded once, to check that they are complete. If decoding would take too much memory,
//! only the structure is checked.

use std::io::Cursor;

use aditus_domain::requests::{ContentFault, FileType, MAX_PIXELS};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

/// Most bytes that a decoded image may take. A photograph of 64 megapixels fits. The decoder may
/// need as many again.
const MAX_BYTES: u64 = 200_000_000;

/// Returns the fault of an image, if any. Its dimensions are checked before its pixels are decoded.
/// Only the first picture of an animation is decoded. Bytes behind the end, such as the film of a
/// motion photo, are allowed.
pub(super) fn fault(bytes: &[u8], file_type: FileType) -> Option<ContentFault> {
    let (format, is_whole) = match file_type {
        FileType::Pdf => return None,
        FileType::Png => (ImageFormat::Png, png_has_end(bytes)),
        FileType::Jpeg => (ImageFormat::Jpeg, jpeg_has_end(bytes)),
        FileType::Gif => (ImageFormat::Gif, true),
    };
    if !is_whole {
        return Some(ContentFault::Damaged);
    }
    decode(bytes, format).err()
}

/// Returns true if the first picture of a JPEG has its end marker. The decoder does not report a
/// missing end, because it fills in missing data, as viewers do. The end marker of a thumbnail does
/// not count: thumbnails are within segments, which are skipped by their lengths.
fn jpeg_has_end(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    loop {
        // A marker follows the picture data. Within the data, 0xFF is followed by zero or by a
        // restart marker.
        let Some(at) = rest.iter().position(|byte| *byte == 0xFF) else {
            return false;
        };
        let Some(marker) = rest.get(at + 1) else {
            return false;
        };
        let skipped = match marker {
            0xD9 => return true,
            // A filler byte is followed by another one or by the marker.
            0xFF => 1,
            0x00 | 0x01 | 0xD0..=0xD8 => 2,
            _ => match rest.get(at + 2..at + 4) {
                Some(&[high, low]) => 2 + usize::from(u16::from_be_bytes([high, low])),
                _ => return false,
            },
        };
        rest = rest.get(at + skipped..).unwrap_or_default();
    }
}

/// Returns true if the chunks of a PNG are complete up to `IEND`.
fn png_has_end(bytes: &[u8]) -> bool {
    const SIGNATURE: usize = 8;
    let mut rest = bytes.get(SIGNATURE..).unwrap_or_default();
    while let Some((head, behind)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        if kind == *b"IEND" {
            return true;
        }
        let length = u64::from(u32::from_be_bytes([a, b, c, d])) + 4;
        rest = usize::try_from(length)
            .ok()
            .and_then(|length| behind.get(length..))
            .unwrap_or_default();
    }
    false
}

fn decode(bytes: &[u8], format: ImageFormat) -> Result<(), ContentFault> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| fault_of(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ContentFault::TooManyPixels);
    }
    if decoder.total_bytes() > MAX_BYTES {
        return Ok(());
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
    fn a_complete_image_is_sound() {
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

    #[test]
    fn bytes_behind_the_end_are_allowed() {
        let film = [b"MotionPhoto_Data".as_slice(), &vec![0; 300_000], b"\xff\xd8\xff"].concat();
        for (format, file_type) in TYPES {
            let bytes = [encoded(format), film.clone()].concat();
            assert_eq!(fault(&bytes, file_type), None, "{format:?}");
        }
    }

    #[test]
    fn the_end_of_a_thumbnail_is_not_that_of_the_picture() {
        let whole = encoded(ImageFormat::Jpeg);
        let thumbnail = b"\xff\xe1\x00\x08\xff\xd8\xff\xd9ab";
        let bytes = [&whole[..2], thumbnail, &whole[2..]].concat();
        assert_eq!(fault(&bytes, FileType::Jpeg), None);
        let half = &bytes[..bytes.len() / 2];
        assert_eq!(fault(half, FileType::Jpeg), Some(ContentFault::Damaged));
    }

    /// A picture of 8 by 8 pixels in cyan, magenta, yellow and black.
    const CMYK: &[u8] = b"\
        \xff\xd8\xff\xee\x00\x0e\x41\x64\x6f\x62\x65\x00\x64\x00\x00\x00\x00\x00\xff\xdb\x00\x43\x00\x01\
        \x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\
        \x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\
        \x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\xff\xc0\x00\x14\x08\x00\x08\x00\x08\
        \x04\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00\xff\xc4\x00\x14\x00\x01\x00\x00\x00\x00\x00\
        \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xc4\x00\x14\x10\x01\x00\x00\x00\x00\x00\x00\x00\
        \x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xda\x00\x0e\x04\x01\x00\x02\x00\x03\x00\x04\x00\x00\x3f\
        \x00\x00\xff\xd9";

    #[test]
    fn a_cmyk_photograph_is_accepted() {
        assert_eq!(fault(CMYK, FileType::Jpeg), None);
    }

    #[test]
    fn photographs_of_large_sensors_are_within_the_pixel_limit() {
        for (width, height) in [(8000, 6000), (9248, 6944), (16_320, 12_240)] {
            let bytes = claims(width, height);
            // The data is that of a small picture. Only images that are small enough to be decoded
            // show that.
            let decoded = u64::from(width) * u64::from(height) * 3 <= MAX_BYTES;
            let expected = decoded.then_some(ContentFault::Damaged);
            assert_eq!(fault(&bytes, FileType::Png), expected, "{width} x {height}");
        }
    }

    /// Makes a small PNG whose header states this size, with correct checksums.
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
    fn the_pixel_limit_applies_before_decoding() {
        assert_eq!(fault(&claims(64, 48), FileType::Png), None);
        for (width, height) in [
            (15_000, 15_000),
            (60_000, 60_000),
            (u32::MAX >> 1, 1),
            (210_000_001, 1),
        ] {
            assert_eq!(
                fault(&claims(width, height), FileType::Png),
                Some(ContentFault::TooManyPixels),
                "{width} x {height}"
            );
        }
    }
}
