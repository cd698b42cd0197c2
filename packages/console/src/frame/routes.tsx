import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { canonicalPath, mayOpen, type Page } from '../site/pages'
import { nextAfterLogin, paths } from '../site/paths'
import { currentSession, grantedPages, useSession } from '../site/session'
import { pages } from './pages'
import { ScreenFailure } from './ScreenFailure'

// who signs in meets neither, so the first page does not carry them
const NoAccessView = lazyRouteComponent(() => import('./NoAccessView'), 'NoAccessView')
const NotFoundView = lazyRouteComponent(() => import('./NotFoundView'), 'NotFoundView')

const rootRoute = createRootRoute({ component: Outlet })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.login,
  beforeLoad: ({ location }) => {
    if (currentSession() !== null) throw redirect({ href: nextAfterLogin(location.searchStr) })
  },
  component: lazyRouteComponent(() => import('../areas/session/LoginPage'), 'LoginPage'),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (currentSession() === null) throw redirect({ href: paths.signIn(location.href), replace: true })
    const canonical = canonicalPath(location.pathname)
    if (canonical !== null) throw redirect({ href: canonical + location.searchStr, replace: true })
  },
  component: lazyRouteComponent(() => import('./Shell'), 'Shell'),
})

const pageRoutes = pages.flatMap((page) => {
  const { path, alsoAt, screen } = page
  if (screen === undefined) return []
  return [path, ...(alsoAt === undefined ? [] : [alsoAt])].map((one) => pageRoute(page, one, screen))
})

function pageRoute(page: Page, path: string, Screen: NonNullable<Page['screen']>) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    loader: () => (mayOpen(page, grantedPages(currentSession())) ? Screen.preload?.() : undefined),
    component: function GuardedScreen() {
      const session = useSession()
      return mayOpen(page, grantedPages(session)) ? <Screen /> : <NoAccessView page={page} />
    },
    errorComponent: ScreenFailure,
  })
}

const otherRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundView })

/** Search parameters stay the plain texts they are in the address; screens read and write them by name. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren([...pageRoutes, otherRoute])]),
  caseSensitive: true,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultPreload: false,
  defaultPendingMs: 150,
})
