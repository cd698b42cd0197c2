/** Why no picture came of a camera: only the server says it. */
export const cameraWords = {
  reason: {
    no_camera: 'The terminal of this store knows no such camera.',
    no_upload: 'The terminal could not hand the picture over to this service.',
    network: 'The camera is outside the networks that the terminal may reach.',
    unreachable: 'The camera could not be reached.',
    credential: 'The camera refused its user or password.',
    answer: 'The camera answered, but with no picture.',
    no_picture: 'What the camera gave is no whole JPEG picture.',
    too_large: 'The picture of the camera is too large.',
    stale: 'The camera gave an old picture.',
    no_time: 'The camera gave no picture in time.',
    no_program: 'The terminal lacks the program for cameras at the box.',
    late: 'The terminal did not answer in time.',
    simulated: 'This store is simulated and has no such camera.',
    restarted: 'The terminal program restarted meanwhile.',
    full: 'There are as many photos as fit.',
    fault: 'The terminal could not bring a picture.',
  },
}
