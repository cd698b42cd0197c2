import { PlannedUpdates } from '../areas/home/PlannedUpdates'
import { mount } from './mount'

function Screen() {
  return (
    <>
      <h1>Home</h1>
      <PlannedUpdates path={[]} />
    </>
  )
}

await mount(Screen)
