import { useState } from 'react'
import { StepColumn, StepColumns } from '../archetypes/steps/StepColumns'
import { StepPanel } from '../archetypes/steps/StepPanel'
import { StepSummary } from '../archetypes/steps/StepReview'
import type { PanelStep } from '../archetypes/steps/step-states'
import { useStepDraft } from '../archetypes/steps/use-step-draft'
import { Button } from '../kit/Button'
import { CheckField } from '../kit/field/CheckField'
import { TextField } from '../kit/field/TextField'
import { useText } from '../kit/text'
import { mount } from './mount'

const blank = { number: '', name: '', hasAlarms: false, mail: '' }

function Screen() {
  const { draft, edit, savedAtMs, clear } = useStepDraft('store', blank)
  const t = useText()
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState('')
  const required = (step: string, value: string) =>
    shown.has(step) && value === '' ? t('kit.field.required') : null
  const steps: readonly PanelStep[] = [
    {
      key: 'store',
      title: 'Store',
      missing: draft.number === '' || draft.name === '' ? 'Enter number and name' : null,
      answers: [
        { label: 'Number', value: draft.number },
        { label: 'Name', value: draft.name },
      ],
      content: (
        <>
          <TextField
            label="Number"
            required
            value={draft.number}
            onChange={(number) => edit({ number })}
            error={required('store', draft.number)}
          />
          <TextField
            label="Name"
            required
            value={draft.name}
            onChange={(name) => edit({ name })}
            error={required('store', draft.name)}
          />
        </>
      ),
    },
    {
      key: 'alarms',
      title: 'Alarms',
      missing: null,
      answers: [{ label: 'Mail', value: draft.hasAlarms ? 'Yes' : 'No' }],
      content: (
        <CheckField
          label="Send mails"
          checked={draft.hasAlarms}
          onChange={(hasAlarms) => edit({ hasAlarms })}
        />
      ),
    },
    {
      key: 'mail',
      title: 'Mail address',
      isSkipped: !draft.hasAlarms,
      missing: draft.mail === '' ? 'Enter an address' : null,
      answers: [{ label: 'Address', value: draft.mail }],
      content: (
        <TextField
          label="Address"
          type="email"
          required
          value={draft.mail}
          onChange={(mail) => edit({ mail })}
          error={required('mail', draft.mail)}
        />
      ),
    },
  ]
  return (
    <>
      <StepPanel
        title="Store settings"
        steps={steps}
        savedAtMs={savedAtMs}
        finishLabel="Create store"
        onFinish={() => {
          setSent(JSON.stringify(draft))
          clear()
        }}
        onIncomplete={(step) => setShown(new Set([...shown, step]))}
        aside={<StepSummary steps={steps} />}
      />
      <p data-testid="sent">{sent}</p>
      <StepColumns>
        <StepColumn number={1} title="Choose a device">
          Freezer 1
        </StepColumn>
        <StepColumn number={2} title="Choose values" foot={<Button icon="plus">Add</Button>}>
          Air temperature
        </StepColumn>
        <StepColumn title="To download" tools={<Button size="small">Clear</Button>}>
          Freezer 1, air temperature
        </StepColumn>
      </StepColumns>
    </>
  )
}

await mount(Screen)
