//! Tables in a short form.

/// Appends bytes in a short form: where they differ from those `stride` before them, in runs of
/// equal and of different bytes, each run after its length in two bytes.
pub(super) fn pack(bytes: &[u8], stride: usize, packed: &mut Vec<u8>) {
    let before = |at: usize| at.checked_sub(stride).map_or(0, |at| bytes[at]);
    let (mut at, mut same) = (0, true);
    while at < bytes.len() {
        let most = (at + usize::from(u16::MAX)).min(bytes.len());
        let end = (at..most).find(|&at| (bytes[at] == before(at)) != same);
        let end = end.unwrap_or(most);
        #[expect(clippy::cast_possible_truncation, reason = "a run is at most `most` - `at`")]
        packed.extend(((end - at) as u16).to_le_bytes());
        if !same {
            packed.extend(&bytes[at..end]);
        }
        (at, same) = (end, !same);
    }
}

/// Fills `bytes` with what [`pack`] packed at the front of `packed`, and removes it there; returns
/// whether it fits.
#[must_use]
pub(super) fn unpack(packed: &mut &[u8], stride: usize, bytes: &mut [u8]) -> bool {
    let (mut at, mut same) = (0, true);
    while at < bytes.len() {
        let Some((length, rest)) = packed.split_first_chunk() else {
            return false;
        };
        let end = at + usize::from(u16::from_le_bytes(*length));
        *packed = rest;
        if end > bytes.len() {
            return false;
        }
        if same {
            for at in at..end {
                bytes[at] = at.checked_sub(stride).map_or(0, |at| bytes[at]);
            }
        } else {
            let Some((given, rest)) = packed.split_at_checked(end - at) else {
                return false;
            };
            bytes[at..end].copy_from_slice(given);
            *packed = rest;
        }
        (at, same) = (end, !same);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut random = 1_u32;
        for (length, stride, changes) in
            [(0, 3, 2), (200_000, 1_000, 50), (500, 7, 1), (90, 100, 3)]
        {
            let mut bytes = vec![0_u8; length];
            for at in 0..length {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                bytes[at] = if random >> 16 & 127 < changes || at < stride {
                    (random >> 24) as u8
                } else {
                    bytes[at - stride]
                };
            }
            let mut packed = vec![];
            pack(&bytes, stride, &mut packed);
            pack(&[4, 4], 1, &mut packed);
            let (mut rest, mut back) = (&packed[..], vec![0; length]);
            assert!(unpack(&mut rest, stride, &mut back));
            assert!(back == bytes);
            let mut last = [0; 2];
            assert!(unpack(&mut rest, 1, &mut last) && rest.is_empty());
            assert_eq!(last, [4, 4]);
            assert!(!unpack(&mut rest, 1, &mut last));
        }
    }
}
