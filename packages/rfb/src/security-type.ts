/** How a client shows that it may come in (RFC 6143, 8.1.2); others are not spoken here. */
export const securityType = { none: 1, vncAuthentication: 2 } as const
export type SecurityType = (typeof securityType)[keyof typeof securityType]

/** What follows on it (RFC 6143, 7.1.3). */
export const SECURITY_OK = 0
