/** What the tests use of the package, which has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export interface ProviderContext {
    readonly oidc?: { readonly route?: string; readonly client?: { readonly clientId: string } }
    readonly req: IncomingMessage
    readonly res: ServerResponse
    readonly path: string
    status: number
    body: unknown
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    callback(): RequestListener
    use(middleware: (ctx: ProviderContext, next: () => Promise<void>) => Promise<void>): void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    readonly Grant: new (owner: {
      clientId: string
      accountId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
}
