import{Z as e}from"./index-DTGgQkvk.js";const r={ready:r=>e("GET /health/ready",{},r),live:r=>e("GET /health/live",{},r),metrics:r=>e("GET /metrics",{},r)};export{r as h};
