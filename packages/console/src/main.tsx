import { createRoot } from 'react-dom/client'
import { start } from './frame/start'

const element = document.getElementById('root')
if (element === null) throw new Error('The page has no #root')
void start(createRoot(element))
