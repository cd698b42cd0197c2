import type { SiteConfig } from '@coldkeep/contract/config'
import type { FastifyRequest } from 'fastify'

/** Headers that keep other sites' pages and scripts out of the console. */
export function securityHeaders(site: SiteConfig): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(site),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  }
}

/** Who came over TLS, here or at a trusted proxy in front, comes by nothing else for a year. */
export function transportHeaders({ protocol }: FastifyRequest): Readonly<Record<string, string>> {
  return protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}
}

function contentPolicy({ url, port }: SiteConfig): string {
  const service = url === '' ? '' : ` ${new URL(port === '' ? url : `${url}:${port}`).origin}`
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    // The component library writes its variables into a style element.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'${service}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
