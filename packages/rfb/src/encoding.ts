/** How the pixels of a rectangle travel, and what else a rectangle of an update may be (RFC 6143, 7.7 and 7.8). */
export const encoding = {
  raw: 0,
  copyRect: 1,
  /** Raw pixels in one zlib stream of the connection; of the RFB community, in the registry of RFC 6143, 9. */
  zlib: 6,
  zrle: 16,
  /** The screen has a new size. */
  desktopSize: -223,
} as const
