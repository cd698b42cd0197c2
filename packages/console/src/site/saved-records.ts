import { deviceDatabase, type SavedAnswer } from './device-database'

export async function putAnswer(answer: SavedAnswer): Promise<void> {
  await (await deviceDatabase()).put('saved', answer)
}

/** `null`: there is none, or none that is younger. */
export async function readAnswer(account: string, key: string, olderMs: number): Promise<SavedAnswer | null> {
  const found = await (await deviceDatabase()).get('saved', [account, key])
  return found === undefined || found.savedAt < olderMs ? null : found
}

export async function readAnswers(account: string): Promise<readonly SavedAnswer[]> {
  return (await deviceDatabase()).getAllFromIndex('saved', 'account', account)
}

export async function forgetAnswer(account: string, key: string): Promise<void> {
  await (await deviceDatabase()).delete('saved', [account, key])
}

/** All that an account can read here without a connection. */
export async function forgetAnswers(account: string): Promise<void> {
  await forgetWhere((saved) => saved.account === account)
}

/** Keeps what one account has saved since a time; `null`: of none. */
export async function forgetOthers(account: string | null, olderMs: number): Promise<void> {
  await forgetWhere((saved) => saved.account !== account || saved.savedAt < olderMs)
}

async function forgetWhere(goes: (saved: SavedAnswer) => boolean): Promise<void> {
  const trx = (await deviceDatabase()).transaction('saved', 'readwrite')
  for (let cursor = await trx.store.openCursor(); cursor !== null; cursor = await cursor.continue())
    if (goes(cursor.value)) await cursor.delete()
  await trx.done
}
