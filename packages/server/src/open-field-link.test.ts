import { expect, test } from 'vitest'
import { brokerUrls } from './open-field-link'

const settings = {
  host: '127.0.0.1',
  tls: null,
  mqttPort: 1883,
  mqttUrl: null,
  publicMqttUrls: [],
  mqttCaFile: null,
  dataFolder: '/nowhere',
}

test.each<[string, Partial<Parameters<typeof brokerUrls>[0]>, readonly string[]]>([
  ['the embedded broker where it listens', {}, ['mqtt://127.0.0.1:1883']],
  ['on all addresses, the name that the terminal knows', { host: '0.0.0.0' }, ['mqtt://hub.example:1883']],
  ['an address of version 6 in brackets', { host: '::1', mqttPort: 2883 }, ['mqtt://[::1]:2883']],
  [
    'the embedded broker over TLS',
    { tls: { certificateFile: '/hub.pem', keyFile: '/hub.key' }, mqttPort: 8883 },
    ['mqtts://127.0.0.1:8883'],
  ],
  [
    'an outside broker without the secret of the server',
    { mqttUrl: 'mqtts://server:secret@broker.example:8883' },
    ['mqtts://broker.example:8883'],
  ],
  [
    'what the settings say, before all',
    { mqttUrl: 'mqtt://127.0.0.1:1884', publicMqttUrls: ['mqtts://a:8883', 'wss://b/mqtt'] },
    ['mqtts://a:8883', 'wss://b/mqtt'],
  ],
])('terminals receive %s', (_, changed, urls) => {
  expect(brokerUrls({ ...settings, ...changed }, 'hub.example')).toEqual(urls)
})
