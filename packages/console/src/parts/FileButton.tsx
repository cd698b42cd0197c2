import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CallProblem } from '../api/call-problem'
import { Button } from '../kit/Button'
import { downloadBlob } from '../kit/table/export-csv'
import { reportFailure } from '../site/failures'

export interface FileButtonProps {
  readonly children: ReactNode
  /** As it is saved. */
  readonly name: string
  readonly read: (signal: AbortSignal) => Promise<Blob>
  readonly disabledReason?: string | null
  readonly size?: 'default' | 'small'
}

/** Saves a file that the service makes. Leaving the screen stops it. */
export function FileButton({ children, name, read, disabledReason = null, size = 'small' }: FileButtonProps) {
  const [isReading, setReading] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const controller = new AbortController()
    running.current = controller
    setReading(true)
    try {
      downloadBlob(await read(controller.signal), name)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof CallProblem)) throw error
      reportFailure(error)
    } finally {
      setReading(false)
    }
  }
  return (
    <Button size={size} loading={isReading} disabledReason={disabledReason} onClick={() => void save()}>
      {children}
    </Button>
  )
}
