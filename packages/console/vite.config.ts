import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One place each for the two heavy parts, so that no screen carries them by accident.
            { name: 'dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs)/, priority: 2 },
            { name: 'lines', test: /node_modules[\\/]uplot/, priority: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/config.json', '^/lang-[\\w-]+\\.json$', '/healthz', '/readyz', '/openapi.json'].map(
        (path) => [path, service],
      ),
    ),
  },
})
