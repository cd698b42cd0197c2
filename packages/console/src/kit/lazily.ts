import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'

type Lazy<Part> = Part extends (props: infer Props) => ReactNode
  ? LazyExoticComponent<ComponentType<Props>>
  : never

/** A component of another file, whose code is fetched when it is first shown. */
export function lazily<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Lazy<Module[Name]> {
  return lazy(() => load().then((part) => ({ default: part[name] as ComponentType }))) as Lazy<Module[Name]>
}
