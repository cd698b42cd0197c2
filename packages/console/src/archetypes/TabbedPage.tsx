import type { Translate } from '@coldkeep/phrases/keys'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Skeleton } from '../kit/Skeleton'
import { Tabs } from '../kit/Tabs'
import { useText } from '../kit/text'
import frame from '../parts/page.module.css'
import { useAddress } from '../parts/use-address'
import { useInnerPlace } from '../site/inner-places'

/** Of a panel that is on its way. */
const PANEL_HEIGHT_PX = 320

export interface PageTab {
  /** Stands in the address, but for the first. */
  readonly key: string
  readonly label: (t: Translate) => string
  readonly panel: ComponentType
}

export interface TabbedPageProps {
  /** Names the tabs together. */
  readonly label: string
  readonly tabs: readonly [PageTab, ...PageTab[]]
  /** The key of the tab that the rest of the address leads to; the first when left out. */
  readonly implied?: string
  /** Rows behind the tabs, by their key. */
  readonly counts?: Readonly<Record<string, string | undefined>>
  /** What is above the tabs. */
  readonly children?: ReactNode
}

/** A page of panels, one shown at a time; which one is in the address. */
export function TabbedPage({ label, tabs, implied, counts = {}, children }: TabbedPageProps) {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress()
  const [first] = tabs
  const usual = tabs.find(({ key }) => key === implied) ?? first
  const current = tabs.find(({ key }) => key === tab) ?? usual
  const Panel = current.panel
  useInnerPlace(current === first ? null : { label: current.label(t), parameters: ['tab'], depth: 1 })
  return (
    <div className={frame.page}>
      {children}
      <Tabs
        label={label}
        tabs={tabs.map((one) => ({ key: one.key, label: one.label(t), count: counts[one.key] }))}
        current={current.key}
        onChange={(key) => changeAddress({ tab: key === usual.key ? undefined : key })}
      >
        <Suspense fallback={<Skeleton height={PANEL_HEIGHT_PX} />}>
          <Panel />
        </Suspense>
      </Tabs>
    </div>
  )
}
