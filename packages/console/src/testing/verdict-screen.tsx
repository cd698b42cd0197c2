import { AlarmsPage } from '../areas/alarms/AlarmsPage'
import { mount } from './mount'

await mount(AlarmsPage)
