import{Z as a}from"./index-DbF9t-W-.js";const h={ready:e=>a("GET /health/ready",{},e),live:e=>a("GET /health/live",{},e),metrics:e=>a("GET /metrics",{},e)};export{h};
