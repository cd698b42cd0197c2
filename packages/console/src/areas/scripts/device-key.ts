interface ScriptDevice {
  readonly brand: string
  readonly model: string
  readonly unit_id: number
}

/** A device of a script is known by its model and unit. */
export function keyOf({ brand, model, unit_id }: ScriptDevice): string {
  return JSON.stringify([brand, model, unit_id])
}
