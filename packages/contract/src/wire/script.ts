import * as z from 'zod/mini'
import { line } from './line'

/** What the calls of script files have in common. */
export const SCRIPT_PATH = '/api/v2/append-poll-mgr'
/** Where script files are written and sent to stores. */
export const scriptAccess = ['2-3-2'] as const
/** A single run names a folder and a script file. */
export const scriptReadAccess = ['2-3-2', '2-3-3'] as const

/** Folder and file name together name a script at its terminal, in at most 120 characters. */
export const folderName = line(1, 50)
export const scriptName = line(1, 60)
export const periodSeconds = z.int().check(z.gte(1), z.lte(86_400))
