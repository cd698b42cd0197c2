import frame from '../../parts/page.module.css'
import { DepartmentUpdate } from './DepartmentUpdate'

/** Departments below the own one, to be changed by a file. */
export function OrganisationPage() {
  return (
    <div className={frame.page}>
      <DepartmentUpdate />
    </div>
  )
}
