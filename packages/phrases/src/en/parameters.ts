/** Parameter files of controllers, and how devices are set. Comes with its page. */
export const parameters = {
  fridge: 'Specify the fridge',
  any: 'All',
  search: 'Search',
  found: 'Matching devices',
  none: 'No device matches',
  noneHint: 'Devices get their brand, type and location on their form in the equipment overview.',
  kind: {
    all: 'All parameters',
    regulation: 'Regulation',
    defrost: 'Defrost',
    fan: 'Fan',
    compressor: 'Compressor',
    alarm: 'Alarm',
    other: 'Other',
  },
  news: {
    title: '{{device}}: parameters changed, {{store}}',
    cause: {
      own_one: 'One parameter was changed from here.',
      own_other: '{{count, number}} parameters were changed from here.',
      reset_one: 'One parameter is back at its factory value: the controller was reset or replaced.',
      reset_other:
        '{{count, number}} parameters are back at their factory values: the controller was reset or replaced.',
      keypad_one:
        'One parameter was changed, and not from here: at the keypad, or by another system on its bus.',
      keypad_other:
        '{{count, number}} parameters were changed, and not from here: at the keypad, or by another system on its bus.',
    },
  },
} as const
