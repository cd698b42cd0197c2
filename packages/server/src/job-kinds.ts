import { LOG_JOB, logJob } from './downloads/logs/log-job-kind'
import { FIRMWARE_JOB, firmwareJob } from './firmware/firmware-job-kind'
import { anyJob, type JobKinds } from './jobs/job-kind'
import { APPLY_JOB, applyJob } from './parameters/apply/apply-job-kind'
import { RUN_JOB, runJob } from './scripts/run-job-kind'
import { SCRIPT_JOB, scriptJob } from './scripts/script-job-kind'

/** All work for many stores or terminals, by the name that stands in the rows of jobs. */
export const jobKinds: JobKinds = {
  [SCRIPT_JOB]: anyJob(scriptJob),
  [RUN_JOB]: anyJob(runJob),
  [LOG_JOB]: anyJob(logJob),
  [FIRMWARE_JOB]: anyJob(firmwareJob),
  [APPLY_JOB]: anyJob(applyJob),
}
