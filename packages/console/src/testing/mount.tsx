import '../kit/later-icons'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { setCaller } from '../api/caller'
import { queryClient } from '../api/query-client'
import { FailureWindow } from '../frame/FailureWindow'
import { KitProvider } from '../kit/KitProvider'
import { signedInCaller } from '../site/caller'
import { rememberedLanguage, speak } from '../site/language'

/** Shows one part as the console would: texts, theme, router, server cache and error window around it. */
export async function mount(Screen: ComponentType): Promise<void> {
  setCaller(signedInCaller)
  await speak(rememberedLanguage() ?? 'en')
  const rootRoute = createRootRoute()
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: () => (
      <main>
        <h1 className="visually-hidden">Part</h1>
        <Screen />
      </main>
    ),
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text === '' ? '' : `?${text}`
    },
  })
  createRoot(document.getElementById('root') as HTMLElement).render(
    <KitProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <FailureWindow />
      </QueryClientProvider>
    </KitProvider>,
  )
}
