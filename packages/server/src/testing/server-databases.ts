import pg from 'pg'

/** Makes a database on a server, as a copy of a template when one is named. */
export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<void> {
  const source = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`
  await run(serverUrl, `create database ${pg.escapeIdentifier(name)}${source}`)
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await run(serverUrl, `drop database ${pg.escapeIdentifier(name)} with (force)`)
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
