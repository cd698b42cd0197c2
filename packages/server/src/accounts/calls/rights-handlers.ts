import type { Handlers } from '../../calls/bind-call'
import { explainHandlers } from '../explain'
import { tidyHandlers } from '../tidy'
import { accountHandlers } from './account-handlers'
import { deviceCategoryHandlers } from './device-category-handlers'
import { devicePermissionHandlers } from './device-permission-handlers'
import { exampleHandlers } from './example-handlers'
import { pageCategoryHandlers } from './page-category-handlers'
import { pagePermissionHandlers } from './page-permission-handlers'
import { providerIdentityHandlers } from './provider-identity-handlers'
import { lostSecondFactorHandlers } from './second-factor-handlers'

/** Rights: permissions, their categories, accounts, and explanations. */
export const rightsHandlers = {
  ...pagePermissionHandlers,
  ...devicePermissionHandlers,
  ...pageCategoryHandlers,
  ...deviceCategoryHandlers,
  ...tidyHandlers,
  ...exampleHandlers,
  ...accountHandlers,
  ...lostSecondFactorHandlers,
  ...providerIdentityHandlers,
  ...explainHandlers,
} satisfies Partial<Handlers>
