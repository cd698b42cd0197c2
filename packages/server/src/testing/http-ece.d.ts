/** Encryption of messages as browsers undo it (RFC 8188); the package has no types of its own. */
declare module 'http_ece' {
  export function decrypt(
    body: Buffer,
    how: {
      readonly version: 'aes128gcm'
      readonly privateKey: import('node:crypto').ECDH
      /** In base64url. */
      readonly authSecret: string
    },
  ): Buffer
}
