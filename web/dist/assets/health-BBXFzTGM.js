import{R as a}from"./index-C-ND8oIy.js";const h={ready:e=>a("GET /health/ready",{},e),live:e=>a("GET /health/live",{},e),metrics:e=>a("GET /metrics",{},e)};export{h};
