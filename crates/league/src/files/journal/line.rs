//! The line of a journal: `<crc32> <json>\n`.

use serde::Serialize;

/// The most bytes of a line, line feed included. A file that is not a journal may have
/// lines of any length; the limit keeps a reader from holding one of them in memory.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// Bytes of the checksum and the space after it.
const PREFIX_BYTES: usize = 9;

/// The checksum and the space that precede this JSON.
fn prefix(json: &[u8]) -> String {
    format!("{:08x} ", crc32fast::hash(json))
}

/// Appends the line of `value` to `lines`.
///
/// # Errors
/// The reason, where JSON cannot express the value or the line would be too long.
pub(super) fn encode(value: &impl Serialize, lines: &mut Vec<u8>) -> Result<(), String> {
    let json = serde_json::to_vec(value).map_err(|error| error.to_string())?;
    let bytes = PREFIX_BYTES + json.len() + 1;
    if bytes > MAX_LINE_BYTES {
        return Err(format!("its line would take {bytes} bytes"));
    }
    lines.extend(prefix(&json).as_bytes());
    lines.extend(&json);
    lines.push(b'\n');
    Ok(())
}

/// The JSON of a line; `None` if the line feed is missing or the checksum is wrong.
pub(super) fn decode(line: &[u8]) -> Option<&[u8]> {
    let (checksum, json) = line.strip_suffix(b"\n")?.split_at_checked(PREFIX_BYTES)?;
    (checksum == prefix(json).as_bytes()).then_some(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_stability() {
        let mut lines = Vec::new();
        // Catalogues of CRCs give the checksum of the digits 1 to 9 as the check value.
        encode(&123_456_789, &mut lines).unwrap();
        encode(&[1, 2], &mut lines).unwrap();
        assert_eq!(String::from_utf8(lines).unwrap(), "cbf43926 123456789\n088b50bf [1,2]\n");
    }

    #[test]
    fn a_line_with_any_bit_changed_is_refused() {
        let mut line = Vec::new();
        encode(&"text\nof two lines", &mut line).unwrap();
        assert_eq!(decode(&line), Some(&br#""text\nof two lines""#[..]));
        for at in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.clone();
                changed[at] ^= 1 << bit;
                assert_eq!(decode(&changed), None, "byte {at}, bit {bit}");
            }
            assert_eq!(decode(&line[..at]), None, "{at} bytes");
        }
    }

    #[test]
    fn the_longest_line_is_one_mebibyte() {
        let longest = "x".repeat(MAX_LINE_BYTES - PREFIX_BYTES - "\"\"\n".len());
        let mut line = Vec::new();
        encode(&longest, &mut line).unwrap();
        assert_eq!(line.len(), MAX_LINE_BYTES);
        let refused = encode(&(longest + "x"), &mut line).unwrap_err();
        assert_eq!(refused, "its line would take 1048577 bytes");
        assert_eq!(line.len(), MAX_LINE_BYTES);
    }
}
