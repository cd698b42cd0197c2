import { english } from './en/english'
import { type FlatPhrases, flattened } from './flattened'
import { japanese } from './ja/japanese'
import type { Translate } from './keys'
import { isLaterText } from './later-texts'
import { type Language, translatorOf } from './translate'
import { simplifiedChinese } from './zh-CN/simplified-chinese'
import { traditionalChinese } from './zh-TW/traditional-chinese'

const flat: Readonly<Record<Language, FlatPhrases>> = {
  en: flattened(english),
  ja: flattened(japanese),
  'zh-CN': flattened(simplifiedChinese),
  'zh-TW': flattened(traditionalChinese),
}

const translators = new Map<Language, Translate>()

/** The translator of a language; made once. */
export function createTranslator(language: Language): Translate {
  const known = translators.get(language)
  if (known !== undefined) return known
  const made = translatorOf(language, flat[language])
  translators.set(language, made)
  return made
}

/**
 * What `/lang-{lang}.json` returns: what the console words by itself, without what the server puts into its answers and
 * what comes with the page that says it.
 */
export function consoleTexts(language: Language): FlatPhrases {
  return Object.fromEntries(
    Object.entries(staticLanguageFile(language)).filter(([key]) => !isServersOwn(key) && !isLaterText(key)),
  )
}

const SERVERS_OWN =
  /^(amberWords|applies|bulletinWords|helpWords|pointWords|screenWords|cameraWords|errors|firmwareJobs|mail|paper|pointNames|protection|operation|health\.(?!score$)\w+|home\.connection|electricity\.(demand|comparison)|analysis\.connection|alarms\.(record|advice|text|kind|state|event|reason)|commands\.(fault|error)|alarms\.home|warningRules\.fault|instructions\.(askedBy|outcome|writeOutcome|exception|reason|told\.(title|body))|terminals\.told|writes\.told\.(title|known|by|byWhy|until|approvedBy)|storeSettings\.(fault|codeUsed)|notices\.(message|state|reason)|reports\.(column|mail[A-Z]\w*|orderTitle\w*|scheduleTitle|sheet|fileName|retired))\b/
/** Of the refusals, those that the console words by itself. */
const CONSOLE_REFUSES =
  /^(errors\.field\.|errors\.account\.no_engineer$|errors\.equipment\.unit_taken$|commands\.error\.expired$|commands\.fault\.portRepeated$)/

/** What stands in packs of evidence, but for the page on which they are ordered. */
const PACK_WORDS = /^evidence\.(?!screen\.|title$)/

/** True for a text that only the server writes: in answers, in files, in mail. */
export function isServersOwn(key: string): boolean {
  return PACK_WORDS.test(key) || (SERVERS_OWN.test(key) && !CONSOLE_REFUSES.test(key))
}

/** All texts of a language. One that it lacks stands there in English, but for forms of number that it does not have. */
export function staticLanguageFile(language: Language): FlatPhrases {
  if (language === 'en') return flat.en
  const own = flat[language]
  const isNeeded = (key: string) => !(key.endsWith(ONE) && `${key.slice(0, -ONE.length)}_other` in own)
  return { ...Object.fromEntries(Object.entries(flat.en).filter(([key]) => isNeeded(key))), ...own }
}

/** Suffix of the singular, which English has and the others do not. */
const ONE = '_one'
