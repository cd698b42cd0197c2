export const parameters = {
  fridge: 'Specify the fridge',
  any: 'All',
  search: 'Search',
  found: 'Matching devices',
  none: 'No device matches',
  noneHint: 'Devices get their brand, type and location on their form in the equipment overview.',
} as const
