interface ScriptDevice {
  readonly brand: string
  readonly model: string
  readonly unitId: number
}

/** A device of a script is known by its model and unit. */
export function keyOf({ brand, model, unitId }: ScriptDevice): string {
  return JSON.stringify([brand, model, unitId])
}
