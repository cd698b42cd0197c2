import { VERSION_PATTERN } from '@coldkeep/domain/firmware/program-version'
import * as z from 'zod/mini'
import { signedMessage } from './signed-message'

export const MOST_IMAGE_BYTES = 1024 ** 3

/** What an image is for: `terminal-linux-x64` is the terminal program of such boxes; others are images of whole boxes. */
export const firmwareTypeId = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(40))
export const firmwareVersion = z.string().check(z.regex(VERSION_PATTERN), z.maxLength(64))
export const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** What is made offline and travels with an image: the keys, signed by the root, and the manifest, signed by one of them. */
export const release = z.strictObject({ keys: signedMessage, manifest: signedMessage })
export type Release = z.output<typeof release>
