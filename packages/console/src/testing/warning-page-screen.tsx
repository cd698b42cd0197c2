import { EarlyWarningsPage } from '../areas/analysis/EarlyWarningsPage'
import { mount } from './mount'

await mount(EarlyWarningsPage)
