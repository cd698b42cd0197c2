import { Suspense } from 'react'
import { UpdateChip } from '../frame/UpdateChip'
import { lazily } from '../kit/lazily'
import { withTexts } from '../site/language'
import { mount } from './mount'

const FirmwarePage = lazily(
  () => withTexts('firmware', () => import('../areas/firmware/FirmwarePage')),
  'FirmwarePage',
)

function Screen() {
  return (
    <Suspense>
      <UpdateChip />
      <FirmwarePage />
    </Suspense>
  )
}

await mount(Screen)
