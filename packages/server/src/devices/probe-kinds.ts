import type { PointKind } from '@coldkeep/domain/points/point'

/** Points of a device that say how warm product or air are. */
export const probeKinds = ['product_temperature', 'air_temperature'] as const satisfies readonly PointKind[]
