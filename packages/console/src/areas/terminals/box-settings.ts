import type { BoxType } from '@coldkeep/domain/firmware/box-installation'

interface BoxAccess {
  readonly url: URL
  readonly tenant: string
  readonly id: string
  readonly token: string
}

/** What goes into the settings of the program for system updates, as it reads them. */
export function boxSettings(type: BoxType, { url, tenant, id, token }: BoxAccess): string {
  if (type === 'box-swupdate') {
    return [
      'suricatta : {',
      `  tenant = "${tenant}";`,
      `  id = "${id}";`,
      `  url = "${url.href}";`,
      `  targettoken = "${token}";`,
      '};',
    ].join('\n')
  }
  return [
    '[client]',
    `hawkbit_server = ${url.host}${url.pathname}`,
    `ssl = ${url.protocol === 'https:'}`,
    `tenant_id = ${tenant}`,
    `target_name = ${id}`,
    `auth_token = ${token}`,
  ].join('\n')
}
