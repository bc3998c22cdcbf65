// The media queries that scripts and style sheets share: CSS has no names for them.
//
// In `em`, which follow the size of text that the browser is set to: with text of twice the size a
// tablet has a phone's room.

/// One part at a time, and tabs.
export const NARROW = '(max-width: 44.99em)';

/// A device's sheet comes from below: narrow, but no phone on its side, where it stands at the right.
export const SHEET_BELOW = '(max-width: 29.99em), (max-width: 44.99em) and (min-height: 30.01em)';
