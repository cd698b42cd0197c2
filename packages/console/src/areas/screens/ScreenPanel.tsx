import { useText } from '../../kit/text'
import { ScreenWork } from './ScreenWork'
import { StoreField, useStoreInAddress } from './StoreField'
import { useScreenState } from './screen-session'

/** Works the screen of a store that is chosen by its number or name. */
export function ScreenPanel() {
  const t = useText()
  const { kind } = useScreenState()
  const isOn = kind === 'connected' || kind === 'connecting'
  return (
    <ScreenWork storeId={useStoreInAddress()} mode="control">
      <StoreField locked={isOn ? t('screens.endFirst') : null} />
    </ScreenWork>
  )
}
