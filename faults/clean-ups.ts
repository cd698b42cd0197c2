/** What a row leaves behind, given back in reverse order. */
export class CleanUps implements AsyncDisposable {
  readonly #all: (() => unknown)[] = []

  add(cleanUp: () => unknown): void {
    this.#all.push(cleanUp)
  }

  use<Thing extends AsyncDisposable>(thing: Thing): Thing {
    this.add(() => thing[Symbol.asyncDispose]())
    return thing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cleanUp of this.#all.splice(0).reverse()) await cleanUp()
  }
}
