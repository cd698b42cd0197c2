import { addFridgeBrand, listBrandProposals } from '@coldkeep/contract/areas/fridge-lists'
import { fridgeLists } from '@coldkeep/domain/organisation/fridge-list'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useWhyNot } from '../../site/use-why-not'

const BrandDialog = lazily(() => import('./BrandDialog'), 'BrandDialog')
const ListDialog = lazily(() => import('./ListDialog'), 'ListDialog')
const ReviewDialog = lazily(() => import('./ReviewDialog'), 'ReviewDialog')

/** Under this name the open list is in the address. */
const OPEN = 'list'
const REVIEW = 'review'

/** Buttons that open the lists by which fridges are described: brands with their review, places, types. */
export function FridgeLists() {
  const t = useText()
  const whyNot = useWhyNot()
  const [isAdding, setAdding] = useState(false)
  const [address, changeAddress] = useAddress()
  const open = [...fridgeLists, REVIEW].find((one) => one === address[OPEN])
  const list = fridgeLists.find((one) => one === open)
  const proposals = useCall(listBrandProposals, {}, { quiet: true }).data?.proposals ?? []
  const waiting = proposals.filter(({ state }) => state === 'proposed').length
  const show = (next: string) => changeAddress({ [OPEN]: next })
  const close = () => changeAddress({ [OPEN]: undefined, entry: undefined })
  return (
    <>
      <div className={frame.buttons} data-no-print>
        <Button
          size="small"
          icon="plus"
          disabledReason={whyNot(addFridgeBrand)}
          onClick={() => setAdding(true)}
        >
          {t('fridgeLists.buttons.addBrand')}
        </Button>
        {fridgeLists.map((one) => (
          <Button key={one} size="small" aria-haspopup="dialog" onClick={() => show(one)}>
            {t(`fridgeLists.buttons.${one}`)}
          </Button>
        ))}
        {proposals.length > 0 && (
          <Button size="small" aria-haspopup="dialog" onClick={() => show(REVIEW)}>
            {t('fridgeLists.buttons.review', { count: waiting })}
          </Button>
        )}
      </div>
      <Suspense>
        {isAdding && <BrandDialog onClose={() => setAdding(false)} />}
        {list !== undefined && <ListDialog list={list} onClose={close} />}
        {open === REVIEW && <ReviewDialog onClose={close} />}
      </Suspense>
    </>
  )
}
