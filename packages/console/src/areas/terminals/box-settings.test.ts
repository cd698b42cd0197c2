import { expect, test } from 'vitest'
import { boxSettings } from './box-settings'

const access = {
  url: new URL('https://hub.example:8443/ddi'),
  ...{ tenant: 'default', id: 'TB-0001', token: 'secret' },
}

// the names are those of the examples that come with SWUpdate 2022.12 and rauc-hawkbit-updater 1.3
test('settings are written as each program reads them', () => {
  expect(boxSettings('box-swupdate', access)).toBe(`suricatta : {
  tenant = "default";
  id = "TB-0001";
  url = "https://hub.example:8443/ddi";
  targettoken = "secret";
};`)
  expect(boxSettings('box-rauc', access)).toBe(`[client]
hawkbit_server = hub.example:8443/ddi
ssl = true
tenant_id = default
target_name = TB-0001
auth_token = secret`)
})
